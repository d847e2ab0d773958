// Go's support script, wasm_exec.js, which comes with the compiler.
declare module "go-support";
