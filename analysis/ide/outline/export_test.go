package outline

var kindNames = [...]string{
	KindLocal: "local", KindConfig: "config", KindResource: "resource", KindRead: "read", KindComponent: "component",
	KindOutput: "output", KindHook: "hook", KindPulumi: "pulumi", KindPackage: "package", KindBlock: "block",
	KindAttribute: "attribute", KindOption: "option", KindKey: "key",
}

// String returns the kind as a word.
func (k Kind) String() string { return kindNames[k] }
