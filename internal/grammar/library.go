//go:build cgo && unix

package grammar

// #cgo linux LDFLAGS: -ldl
// #include <dlfcn.h>
// #include <stdlib.h>
//
// static const void *call(void *f) { return ((const void *(*)(void))f)(); }
import "C"

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter"
)

// Build compiles the generated parser and the scanner in a directory to a shared library, with more flags of the compiler.
func Build(sources, library string, flags ...string) error {
	compiler := os.Getenv("CC")
	if compiler == "" {
		compiler = "cc"
	}
	args := []string{"-std=c11", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-I", sources, "-o", library}
	args = append(args, flags...)
	args = append(args, filepath.Join(sources, "parser.c"), filepath.Join(sources, "scanner.c"))
	out, err := exec.Command(compiler, args...).CombinedOutput()
	if err == nil && len(out) > 0 {
		err = errors.New("the compiler has warnings")
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", compiler, err, out)
	}
	return nil
}

// Load opens a shared library with the grammar. It stays open.
func Load(library string) (*sitter.Language, error) {
	name := C.CString(library)
	defer C.free(unsafe.Pointer(name))
	handle := C.dlopen(name, C.RTLD_NOW)
	if handle == nil {
		return nil, errors.New(C.GoString(C.dlerror()))
	}
	symbol := C.CString("tree_sitter_pcl")
	defer C.free(unsafe.Pointer(symbol))
	function := C.dlsym(handle, symbol)
	if function == nil {
		return nil, errors.New(C.GoString(C.dlerror()))
	}
	return sitter.NewLanguage(unsafe.Pointer(C.call(function))), nil
}
