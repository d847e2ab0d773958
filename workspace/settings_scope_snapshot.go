package workspace

// This file tells others what settings files say about what they check.

// Excluded reports whether settings exclude a file or a folder: nothing is shown of it.
func (s *Snapshot) Excluded(p string) bool {
	p = cleaned(p)
	if isProgramFile(p) || isProjectFile(p) {
		given := s.settings(dirOf(p))
		return given.excludes(p)
	}
	given := s.settings(p)
	return len(given.exclude) > 0 && given.exclude.match(given.relative(p))
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

// SettingsFile is the settings file that counts for a directory; empty if there is none.
func (s *Snapshot) SettingsFile(dir string) string { return s.settings(cleaned(dir)).path }
