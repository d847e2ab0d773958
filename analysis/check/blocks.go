package check

// blocks checks items by their kind: heads, bodies and options. What is in their expressions, the checker finds.
type blocks struct{ *checker }
