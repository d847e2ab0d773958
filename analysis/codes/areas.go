package codes

import (
	"cmp"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements lookup of codes.

//go:generate go test . -run TestFindingsDocument -update

// areas lists all codes. Its order is the order of the documentation.
var areas = []Area{
	syntaxArea, packagesArea, declarationsArea, typesArea, blocksArea, resourcesArea, inputsArea, optionsArea, componentsArea, callersArea, expressionsArea, callsArea,
	settingsArea, stacksArea, projectsArea, structureArea, unusedArea, valuesArea, deprecationsArea, runtimeArea, rangesArea, optionValuesArea, pathsArea, changesArea, upgradesArea, rulesArea,
	filesArea, unknownsArea, secretsArea, suppressionsArea, namesArea, needlessArea, orderArea, hardcodedArea, securityArea, policiesArea, simplifyArea,
}

var declared = sync.OnceValue(func() map[Code]Declaration {
	byCode := map[Code]Declaration{}
	for _, d := range All() {
		byCode[d.Code] = d
	}
	return byCode
})

// Areas returns all codes by area, in the order of the documentation.
func Areas() []Area { return slices.Clip(areas) }

// All returns all declarations, in the order of the documentation.
func All() []Declaration {
	return slices.Concat(lists.Map(areas, func(a Area) []Declaration { return a.Declarations })...)
}

// Rules returns the declarations of rules, in the order of the documentation.
func Rules() []Declaration {
	return slices.DeleteFunc(All(), func(d Declaration) bool { return !d.Rule })
}

// Lookup returns the declaration of a code, and false if there is no such code.
func Lookup(c Code) (Declaration, bool) {
	d, ok := declared()[c]
	return d, ok
}

// Risk returns what findings with the code mean for security.
func (c Code) Risk() Risk { return declared()[c].Risk }

var categories = sync.OnceValue(func() map[Code]Category {
	byCode := map[Code]Category{}
	for _, a := range areas {
		for _, d := range a.Declarations {
			byCode[d.Code] = cmp.Or(a.Category, Correctness)
		}
	}
	return byCode
})

// Category returns what findings with the code are about; empty if there is no such code.
func (c Code) Category() Category { return categories()[c] }

// InCategory returns the codes of a category, in the order of the documentation.
func InCategory(category Category) []Code {
	var found []Code
	for _, d := range All() {
		if d.Code.Category() == category {
			found = append(found, d.Code)
		}
	}
	return found
}

// Categories returns all categories, in the order of the documentation.
func Categories() []Category {
	return []Category{Correctness, Secrets, Security, Deprecation, Unused, Style}
}

// Severity returns the default severity of findings with the code.
func (c Code) Severity() Severity { return declared()[c].Severity }

// Tag returns how editors show findings with the code.
func (c Code) Tag() Tag { return declared()[c].Tag }
