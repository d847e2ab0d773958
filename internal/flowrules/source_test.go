package flowrules

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// This file finds the rules in the source, and makes each of them one that can be taken away.

// rules are the names of all rules: file, function, and the text of the rule.
type rules []string

// add returns the number of a rule. Rules of one name are told apart by their order.
func (r *rules) add(name string) int {
	for n := 2; slices.Contains(*r, name); n++ {
		name = fmt.Sprintf("%s (%d)", strings.TrimSuffix(name, fmt.Sprintf(" (%d)", n-1)), n)
	}
	*r = append(*r, name)
	return len(*r)
}

// source is a file of Go that is being changed.
type source struct {
	*rules
	name, text string
	fset       *token.FileSet
	in         string // the function or entry
	inserted   []insertion
}

type insertion struct {
	at, order int
	text      string
}

func readSource(t *testing.T, all *rules, path, name string) (*source, *ast.File) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &source{rules: all, name: name, text: string(text), fset: token.NewFileSet()}
	file, err := parser.ParseFile(s.fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return s, file
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

func (s *source) of(n ast.Node) string {
	return strings.Join(strings.Fields(s.text[s.offset(n.Pos()):s.offset(n.End())]), " ")
}

// around inserts text before and after a node. Of several that begin or end in one place, the first is the
// outermost.
func (s *source) around(n ast.Node, before, after string) {
	order := len(s.inserted) + 1
	s.inserted = append(s.inserted, insertion{s.offset(n.Pos()), order, before}, insertion{s.offset(n.End()), -order, after})
}

// statement makes a statement a rule.
func (s *source) statement(n ast.Stmt) {
	s.around(n, fmt.Sprintf("if withoutRule != %d { ", s.add(s.name+" "+s.in+": "+s.of(n))), " }")
}

// value makes a value a rule: without it there is the zero value. What it is for is part of the name.
func (s *source) value(e ast.Expr, purpose string) {
	if s.of(e) != "nil" {
		s.around(e, fmt.Sprintf("unlessWithout(%d, ", s.add(s.name+" "+s.in+": "+purpose+" "+s.of(e))), ")")
	}
}

// changed is the text with all insertions.
func (s *source) changed() string {
	slices.SortStableFunc(s.inserted, func(a, b insertion) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order)) })
	var out strings.Builder
	last := 0
	for _, i := range s.inserted {
		out.WriteString(s.text[last:i.at] + i.text)
		last = i.at
	}
	return out.String() + s.text[last:]
}

// helpers is a file that changed files of a package need.
func helpers(name string) string {
	return "package " + name + `

import (
	"os"
	"strconv"
)

var withoutRule, _ = strconv.Atoi(os.Getenv("` + variable + `"))

func unlessWithout[T any](rule int, value T) (zero T) {
	if withoutRule == rule {
		return zero
	}
	return value
}
`
}

// entries makes the fields of table entries rules.
func (s *source) entries(file *ast.File, fields []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		entry, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		pairs := map[string]ast.Expr{}
		for _, e := range entry.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				pairs[s.of(pair.Key)] = pair.Value
			}
		}
		if name := pairs["Name"]; name != nil {
			s.in = s.of(name)
		}
		for _, field := range fields {
			if value := pairs[field]; value != nil {
				s.value(value, field)
			}
		}
		return true
	})
}

// code makes what functions do rules.
func (s *source) code(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			s.in = f.Name.Name
			s.function(f.Type, f.Body)
		}
	}
}

// function visits a function. It ends in zero values, since its last statement may be a rule.
func (s *source) function(t *ast.FuncType, body *ast.BlockStmt) {
	s.block(body.List)
	if t.Results == nil {
		return
	}
	var zeros []string
	for _, result := range t.Results.List {
		for range max(1, len(result.Names)) {
			zeros = append(zeros, "*new("+s.of(result.Type)+")")
		}
	}
	s.inserted = append(s.inserted, insertion{s.offset(body.Rbrace), 0, "\nreturn " + strings.Join(zeros, ", ") + "\n"})
}

func (s *source) block(list []ast.Stmt) {
	for _, statement := range list {
		if s.isRule(statement) {
			s.statement(statement)
		}
		ast.Inspect(statement, s.inside)
	}
}

// isRule reports a statement that something comes of.
func (s *source) isRule(statement ast.Stmt) bool {
	switch n := statement.(type) {
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE
	case *ast.ExprStmt:
		return true
	case *ast.ReturnStmt:
		return slices.ContainsFunc(n.Results, func(e ast.Expr) bool {
			return !slices.Contains([]string{"nil", "false", "Taint{}", "marks{}", `""`, "0"}, s.of(e))
		})
	}
	return false
}

// inside visits what is in a statement.
func (s *source) inside(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		s.block(n.List)
		return false
	case *ast.CaseClause:
		s.block(n.Body)
		return false
	case *ast.FuncLit:
		s.function(n.Type, n.Body)
		return false
	case *ast.CompositeLit:
		if n.Type != nil && slices.Contains([]string{"marks", "params"}, s.of(n.Type)) {
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					s.value(pair.Value, s.of(pair.Key))
				}
			}
		}
	case *ast.CallExpr:
		name := s.of(n.Fun)
		if name = name[strings.LastIndex(name, ".")+1:]; slices.Contains([]string{"marked", "and", "union", "joinBoth"}, name) {
			for _, e := range n.Args {
				s.value(e, name)
			}
		}
	}
	return true
}
