package cost

import "fmt"

// This file lists shapes in which one thing leads to many others: chains of items, and workspaces with many folders, documents or programs.

// Wide are those of the server, in addition to [Shapes].
var Wide = []Shape{
	{Name: "locals in a chain", Text: func(n int) string {
		return "l0 = 1\n" + each(n, func(i int) string { return fmt.Sprintf("l%d = l%d\n", i+1, i) })
	}},
	{Name: "resources in a chain", Text: func(n int) string {
		return "resource r0 \"command:local:Command\" {\n}\n" + each(n, func(i int) string {
			return fmt.Sprintf("resource r%d \"command:local:Command\" {\n  create = r%d.stdout\n}\n", i+1, i)
		})
	}},
	{Name: "uses of one local", Text: func(n int) string {
		return "a = 1\n" + each(n, func(i int) string { return fmt.Sprintf("output o%d {\n  value = a\n}\n", i) })
	}},
	{Name: "uses of one resource", Text: func(n int) string {
		return "resource r \"command:local:Command\" {\n}\n" + each(n, func(i int) string {
			return fmt.Sprintf("resource r%d \"command:local:Command\" {\n  create = r.stdout\n}\n", i)
		})
	}},
	{Name: "configs", Text: func(n int) string {
		return each(n, func(i int) string {
			return fmt.Sprintf("config c%d string {\n}\noutput o%d {\n  value = c%d\n}\n", i, i, i)
		})
	}},
	{Name: "folders beside each other", Text: func(int) string { return "a = 1\n" }, Folders: folders, More: func(n int) map[string]string {
		return inFolders(n, "a = 1\noutput o {\n  value = a\n}\nb = nope\n")
	}},
	{Name: "documents in one directory", Open: true, Text: func(int) string { return "a = 1\n" }, More: func(n int) map[string]string {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("f%d.pp", i)] = fmt.Sprintf("a%d = 1\noutput o%d {\n  value = a%d\n}\n", i, i, i)
		}
		return files
	}},
	{Name: "documents in many directories", Open: true, Text: func(int) string { return "a = 1\n" }, More: func(n int) map[string]string {
		return inFolders(n, "a = 1\noutput o {\n  value = a\n}\n")
	}},
}

func folders(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("w%d", i))
	}
	return all
}

func inFolders(n int, text string) map[string]string {
	files := map[string]string{}
	for _, folder := range folders(n) {
		files[folder+"/main.pp"] = text
	}
	return files
}
