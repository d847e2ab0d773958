package policy

// Inputs are the names of inputs that take a policy.
var Inputs = inputs
