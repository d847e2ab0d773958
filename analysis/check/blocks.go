package check

// blocks checks the heads, bodies and options of items. The checker finds what is wrong in their expressions.
type blocks struct{ *checker }
