package workspace

// This file tells others what settings files say about what they check.

// Excluded reports whether settings exclude a file, or all files of the program in a
// directory. Nothing is shown of what is excluded.
func (s *Snapshot) Excluded(p string) bool {
	p = cleaned(p)
	if program := s.ProgramIn(p); program != nil && len(program.Files) > 0 {
		given := s.settings(p)
		return given.excludesAll(program.Files)
	}
	given := s.settings(dirOf(p))
	return given.excludes(p)
}

// FailOn is the word for the mildest severity that makes a check of the program in a
// directory fail; empty if its settings do not say.
func (s *Snapshot) FailOn(dir string) string { return s.settings(cleaned(dir)).failOn }

// Missing are the packages without a schema among those that were looked for with the
// schemas of the program in a directory, if its settings require all of them.
func (s *Snapshot) Missing(dir string) []PackageUse {
	dir = cleaned(dir)
	looked, ok := s.Schemas(dir).(*rememberedSchemas)
	if !ok || !s.settings(dir).require {
		return nil
	}
	var missing []PackageUse
	for _, use := range looked.uses() {
		if use.Reason != "" {
			missing = append(missing, use)
		}
	}
	return missing
}
