package check

// likelihood is how often something is so.
type likelihood uint8

const (
	never likelihood = iota
	sometimes
	always
)

// certainIf is always for what happens anyway, and sometimes for the rest.
func certainIf(anyway bool) likelihood {
	if anyway {
		return always
	}
	return sometimes
}
