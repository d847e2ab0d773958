package language

import (
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares the resource options. (docs/language/options.md#list, docs/language/options.md#conversion)

// OptionsBlock is the type of the block that holds resource options.
const OptionsBlock = "options"

// OptionsDoc documents the block.
const OptionsDoc = "The resource options. They tell the engine how to manage the resource; the provider never sees them."

// Option is one resource option.
type Option struct {
	Name string
	// Elsewhere are names that other languages have for the option, in lower case and without
	// underscores. Names close to Name are
	// found without them.
	Elsewhere []string
	Type      typesys.Type
	Doc       string
	// Rule says how the value is checked beyond its type.
	Rule OptionRule
	// Immediate says in words what the option takes, where the engine reads the value as
	// it is: a run does not convert it, and does not wait for it before [ReadsAll]. It is empty elsewhere.
	Immediate string
	// Public says that the value cannot be secret before [ReadsAll], because the run reads it at once, and that a later
	// run shows it. A resource may have secret members.
	Public Publicity
	// Component says that the run applies the option to a component, too.
	Component bool
	// Read is the first version whose run applies the option to a read, too; 0 for none.
	Read Version
	// CustomOnly says that the option has no effect on a component resource, because it
	// tells a provider what to do.
	CustomOnly bool
	// Default says which written value is the same as none.
	Default Default
	// Protects says that the option decides what happens to the data of the resource.
	Protects bool
	// ProviderOnly says that the option has an effect on provider resources only.
	ProviderOnly bool

	// Braces says that the value is usually an object written out.
	Braces bool
}

// The options that decide what a run does with a resource that exists.
const (
	NameAliases                 = "aliases"
	NameParent                  = "parent"
	NameProvider                = "provider"
	NameProviders               = "providers"
	NameDependsOn               = "dependsOn"
	NameProtect                 = "protect"
	NameRetainOnDelete          = "retainOnDelete"
	NameDeleteBeforeReplace     = "deleteBeforeReplace"
	NameIgnoreChanges           = "ignoreChanges"
	NameReplaceOnChanges        = "replaceOnChanges"
	NameAdditionalSecretOutputs = "additionalSecretOutputs"
	NameVersion                 = "version"
	NameDeletedWith             = "deletedWith"
	NameReplaceWith             = "replaceWith"
	NameImport                  = "import"
	NameReplacementTrigger      = "replacementTrigger"
)

// OptionRule says how the value of an option is checked beyond its type. Package check
// implements each rule once.
type OptionRule uint8

// The rules of options.
const (
	OptionAny          OptionRule = iota
	OptionRange                   // makes instances
	OptionHooks                   // hooks by point
	OptionBool                    // a bool without conversion
	OptionImport                  // the id of an existing resource
	OptionTexts                   // a map of strings without conversion
	OptionDurations               // an object of durations
	OptionAliases                 // former names
	OptionLiteral                 // a literal string
	OptionVersion                 // a literal version
	OptionParent                  // the parent resource
	OptionProvider                // a provider resource
	OptionProviders               // provider resources
	OptionResource                // another resource
	OptionResources               // other resources
	OptionDependencies            // resources that must exist first
	OptionIgnorePaths             // property paths whose changes are ignored
	OptionHidePaths               // property paths whose changes are hidden
	OptionReplacePaths            // property paths whose changes replace the resource
	OptionSecretPaths             // properties to keep secret
)

// TakesPaths reports whether the value is a list of property paths: the names in it are
// properties of the resource and nothing else.
func (r OptionRule) TakesPaths() bool {
	return r == OptionIgnorePaths || r == OptionHidePaths || r == OptionReplacePaths || r == OptionSecretPaths
}

// TakesResource reports whether the value is one resource.
func (r OptionRule) TakesResource() bool {
	return r == OptionParent || r == OptionProvider || r == OptionResource
}

// TakesResources reports whether the value is a list or map of resources.
func (r OptionRule) TakesResources() bool {
	return r == OptionProviders || r == OptionResources || r == OptionDependencies
}

// TakesProviders reports whether the value is a provider resource, or several.
func (r OptionRule) TakesProviders() bool { return r == OptionProvider || r == OptionProviders }

// IsWrittenOut reports whether the value must be a literal.
func (r OptionRule) IsWrittenOut() bool {
	return r == OptionLiteral || r == OptionVersion || r == OptionHooks
}

// Publicity says how much of a value must be public.
type Publicity uint8

// The publicities.
const (
	MayBeSecret Publicity = iota
	PublicItself
	PublicElements   // with its elements
	PublicThroughout // with everything inside it
)

// Default says which value of an option means the same as leaving the option out.
type Default uint8

// The defaults.
const (
	DefaultUnknown Default = iota
	DefaultEmpty           // an empty list or object
	DefaultFalse           // false, unless the resource has a parent, which hands its value on
)

// The variables that exist in parts of an item only.
const (
	// RangeVariable tells the instances of a ranged block apart.
	RangeVariable = "range"
	// ArgsVariable tells the command of a hook about the operation.
	ArgsVariable = "args"
	// ErrorVariable is the message of a failure.
	ErrorVariable = "error"
)

// IsItemVariable reports whether a name may be a variable of a part of an item.
func IsItemVariable(name string) bool {
	return name == RangeVariable || name == ArgsVariable || name == ErrorVariable
}

// The parts of an alias that is no URN.
const (
	AliasName     = "name"
	AliasKind     = "type"
	AliasNoParent = "noParent"
	AliasParent   = "parent" // names a resource
)

// AliasType returns the type of an alias that is no URN.
var AliasType = sync.OnceValue(func() typesys.Type {
	return typesys.Object(
		typesys.Property{Name: AliasName, Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: AliasKind, Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: AliasNoParent, Type: typesys.Optional(typesys.Bool)},
		typesys.Property{Name: AliasParent, Type: typesys.Optional(typesys.Dynamic)},
	)
})

// IsAliasParent reports whether a member of an alias names a resource.
func IsAliasParent(key string) bool { return key == AliasParent }

// IsAliasNoParent reports whether a member of an alias says that there was no parent.
func IsAliasNoParent(key string) bool { return key == AliasNoParent }

func timeoutsType() typesys.Type {
	return typesys.Object(
		typesys.Property{Name: "create", Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: "update", Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: "delete", Type: typesys.Optional(typesys.String)},
		typesys.Property{Name: "read", Type: typesys.Optional(typesys.String)},
	)
}

var options = sync.OnceValue(func() *table[Option] { return newOptionTable(declaredOptions()) })

func newOptionTable(all []*Option) *table[Option] {
	return newTable(func(o *Option) string { return o.Name }, all)
}

func declaredOptions() []*Option {
	var (
		anyList = typesys.List(typesys.Dynamic)
		anyMap  = typesys.Map(typesys.Dynamic)
		paths   = typesys.List(typesys.PropertyPath)
	)
	return []*Option{
		{
			Name: NameAliases, Type: typesys.List(typesys.Union(typesys.String, AliasType())), Rule: OptionAliases,
			Doc:       "Former names of the resource: URNs, or objects with the parts that changed.",
			Immediate: "strings", Public: PublicThroughout, Default: DefaultEmpty,
		},
		{
			Name: RangeVariable, Elsewhere: []string{"count", "foreach"}, Type: typesys.Union(typesys.Bool, typesys.Number, anyList, anyMap), Rule: OptionRange,
			Doc: "Makes several instances: `true` or `false` for one or none, a number, or a list or map with one instance for each element. " +
				"In the body `range.key` and `range.value` tell the instances apart.",
			Public: PublicItself,
		},
		{
			Name: NameParent, Type: typesys.Dynamic, Rule: OptionParent,
			Doc:    "The resource that this resource belongs to.",
			Public: PublicItself, Component: true, Protects: true, // a parent hands protect on
		},
		{
			Name: NameProvider, Type: typesys.Dynamic, Rule: OptionProvider,
			Doc:    "The provider resource that manages this resource.",
			Public: PublicItself,
		},
		{
			Name: NameProviders, Type: typesys.Union(anyList, anyMap), Rule: OptionProviders,
			Doc:    "The provider resources of the children: a list, or a map by package.",
			Public: PublicElements, Component: true,
		},
		{
			Name: NameDependsOn, Type: anyList, Rule: OptionDependencies,
			Doc:    "Resources that must exist before this one, in addition to those that its inputs refer to. A read has the option since Pulumi " + ReadsAll.String() + ".",
			Public: PublicElements, Default: DefaultEmpty, Read: ReadsAll,
		},
		{
			Name: NameProtect, Elsewhere: []string{"preventdestroy"}, Type: typesys.Bool, Rule: OptionBool,
			Doc:       "Whether the resource cannot be deleted.",
			Immediate: "a bool", Public: PublicItself, Default: DefaultFalse, Protects: true,
		},
		{
			Name: NameRetainOnDelete, Type: typesys.Bool, Rule: OptionBool,
			Doc:       "Whether the real resource is kept when this resource is deleted.",
			Immediate: "a bool", Public: PublicItself, CustomOnly: true, Default: DefaultFalse, Protects: true,
		},
		{
			Name: NameDeleteBeforeReplace, Type: typesys.Bool, Rule: OptionBool,
			Doc:       "Whether a replacement deletes the old resource before it creates the new one.",
			Immediate: "a bool", Public: PublicItself,
		},
		{
			Name: NameIgnoreChanges, Type: paths, Rule: OptionIgnorePaths,
			Doc:        "Inputs whose changes are ignored, as property paths: `[tags, rules[0].port]`.",
			CustomOnly: true, Default: DefaultEmpty,
		},
		{
			Name: "hideDiffs", Type: paths, Rule: OptionHidePaths,
			Doc:     "Inputs and outputs whose changes are not shown, as property paths.",
			Default: DefaultEmpty,
		},
		{
			Name: NameReplaceOnChanges, Type: paths, Rule: OptionReplacePaths,
			Doc:        "Inputs whose changes replace the resource, as property paths.",
			CustomOnly: true, Default: DefaultEmpty,
		},
		{
			Name: NameAdditionalSecretOutputs, Type: paths, Rule: OptionSecretPaths,
			Doc:        "Properties to keep secret, in addition to those that the schema marks.",
			CustomOnly: true, Default: DefaultEmpty,
		},
		{
			Name: NameVersion, Type: typesys.String, Rule: OptionVersion,
			Doc: "The exact version of the provider plugin, as a literal.",
		},
		{
			Name: "pluginDownloadURL", Type: typesys.String, Rule: OptionLiteral,
			Doc: "The URL to download the provider plugin from, as a literal.",
		},
		{
			Name: "customTimeouts", Type: timeoutsType(), Rule: OptionDurations,
			Doc:       "The maximum duration of operations: `{ create = \"5m\" }`.",
			Immediate: "durations", Public: PublicThroughout, CustomOnly: true, Default: DefaultEmpty, Braces: true,
		},
		{
			Name: NameDeletedWith, Type: typesys.Dynamic, Rule: OptionResource,
			Doc:    "A resource whose deletion also deletes this one.",
			Public: PublicItself, CustomOnly: true,
		},
		{
			Name: NameReplaceWith, Type: anyList, Rule: OptionResources,
			Doc:    "Resources whose replacement also replaces this one.",
			Public: PublicElements, CustomOnly: true, Default: DefaultEmpty,
		},
		{
			Name: NameImport, Type: typesys.String, Rule: OptionImport,
			Doc:       "The provider's id of an existing resource to adopt.",
			Immediate: "a string", Public: PublicItself, Protects: true,
		},
		{
			Name: NameReplacementTrigger, Type: typesys.Dynamic,
			Doc: "A value that replaces the resource when it changes.",
		},
		{
			Name: "envVarMappings", Type: typesys.Map(typesys.String), Rule: OptionTexts,
			Doc:       "For provider resources: environment variables, each with the variable that it is copied to.",
			Immediate: "strings", Public: PublicThroughout, Default: DefaultEmpty, ProviderOnly: true,
		},
		{
			Name: "hooks", Type: typesys.Dynamic, Rule: OptionHooks,
			Doc:     "Hooks by the point of the operation at which they run: `{ beforeCreate = [audit] }`.",
			Default: DefaultEmpty, Braces: true,
		},
	}
}

// Options returns all resource options, sorted by name.
func Options() []*Option { return slices.Clip(options().sorted) }

// ForeignOption returns the option that other languages have by this name, or "".
func ForeignOption(name string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	for _, o := range options().sorted {
		if slices.Contains(o.Elsewhere, name) {
			return o.Name
		}
	}
	return ""
}

// LookupOption returns the option with a name, or nil.
func LookupOption(name string) *Option { return options().named[name] }

// OptionNamed returns the option with a name. Where there is none it returns an Option
// without a name, whose rules are the plain ones.
func OptionNamed(name string) *Option {
	if o := options().named[name]; o != nil {
		return o
	}
	return &noOption
}

var noOption Option

// OptionNames returns the names of all options, sorted.
func OptionNames() []string { return options().names }

// OptionsWhere returns a function that lists the options that have a property. It looks for them once.
func OptionsWhere(has func(*Option) bool) func() []*Option {
	return sync.OnceValue(func() []*Option {
		return lists.Where(options().sorted, has)
	})
}

// OptionsRuled returns a function that lists the options with a rule, as [OptionsWhere] does.
func OptionsRuled(rule OptionRule) func() []*Option {
	return OptionsWhere(func(o *Option) bool { return o.Rule == rule })
}

// HookPoint is a point of an operation at which hooks run: a key of the option hooks.
type HookPoint struct {
	Name string
	// Kind is the kind of the hooks that run there: the first label of their blocks.
	Kind string
}

// The kinds of hooks.
const (
	ResourceHook = "resource"
	ErrorHook    = "error"
)

var hookPoints = []HookPoint{
	{"beforeCreate", ResourceHook},
	{"afterCreate", ResourceHook},
	{"beforeUpdate", ResourceHook},
	{"afterUpdate", ResourceHook},
	{"beforeDelete", ResourceHook},
	{"afterDelete", ResourceHook},
	{"onError", ErrorHook},
}

// HookPoints returns all points, in the order of operations.
func HookPoints() []HookPoint { return hookPoints[:len(hookPoints):len(hookPoints)] }

// LookupHookPoint returns the point with a name. Known is false where there is none.
func LookupHookPoint(name string) (p HookPoint, known bool) {
	return lists.Find(hookPoints, func(p HookPoint) bool { return p.Name == name })
}
