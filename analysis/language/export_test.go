package language

// ForeignFunctions are the functions of other languages by name.
var ForeignFunctions = foreignFunctions()
