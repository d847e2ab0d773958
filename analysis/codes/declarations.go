package codes

// This file declares the codes about labels, names and circles of declarations.

// Codes about labels, names and circles of declarations.
const (
	LabelsResource   Code = "labels.resource"
	LabelsConfig     Code = "labels.config"
	LabelsOutput     Code = "labels.output"
	LabelsComponent  Code = "labels.component"
	LabelsHook       Code = "labels.hook"
	LabelsPulumi     Code = "labels.pulumi"
	BlockUnknownKind Code = "block.unknown-kind"
	HookKind         Code = "hook.kind"
	NameDuplicate    Code = "name.duplicate"
	NameUndefined    Code = "name.undefined"
	Cycle            Code = "cycle"
)

var declarationsArea = Area{
	Title: "Declarations", About: "labels, names and circles of declarations",
	Declarations: []Declaration{
		{
			Code: LabelsResource, Severity: Error,
			Title: "a resource or read block has not two labels",
		},
		{
			Code: LabelsConfig, Severity: Error,
			Title: "a config block has not one or two labels",
		},
		{
			Code: LabelsOutput, Severity: Error,
			Title: "an output block has not one or two labels",
		},
		{
			Code: LabelsComponent, Severity: Error,
			Title: "a component block has not one or two labels",
		},
		{
			Code: LabelsHook, Severity: Error,
			Title: "a hook block has not two labels",
		},
		{
			Code: LabelsPulumi, Severity: Error,
			Title: "a pulumi block has labels",
		},
		{
			Code: BlockUnknownKind, Severity: Error,
			Title: "a block is of no kind that the language knows",
		},
		{
			Code: HookKind, Severity: Error,
			Title: "a hook is neither a resource nor an error hook",
		},
		{
			Code: NameDuplicate, Severity: Error,
			Title: "a name is declared twice",
		},
		{
			Code: NameUndefined, Severity: Error,
			Title: "a name is declared nowhere",
		},
		{
			Code: Cycle, Severity: Error,
			Title: "declarations refer to each other in a circle",
		},
	},
}
