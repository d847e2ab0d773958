package lint

import "github.com/pcl-lsp/pcl-lsp/analysis/language"

// The options that rules check.
var (
	parentOptions = language.OptionsRuled(language.OptionParent)
	hookOptions   = language.OptionsRuled(language.OptionHooks)
	guardOptions  = language.OptionsWhere(func(o *language.Option) bool { return o.Protects })
	otherOptions  = language.OptionsWhere(func(o *language.Option) bool { return o.Rule.TakesResources() && !o.Rule.TakesProviders() })
)
