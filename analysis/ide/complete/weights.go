package complete

// This file lists the reasons for items and how much each counts.

const (
	// The type of a value.
	fits         reason = iota // it has the expected type
	converts                   // it converts to the expected type, or nothing is known about either
	holdsFitting               // a member of it may fit, or it may convert
	onlySource                 // a function: no variable has values of the expected type

	// Names.
	alike       // the share of the place's words that the item's name, member and type have
	alikeBack   // the share of the item's words that the place has
	memberAlike // the member shares a word with the place
	callAlike   // the share of the place's words that the function's name has
	wordWanted  // the place has a word that makes the function likely
	namesType   // the place is named after the type of the resource
	namesPart   // the place contains the type of the resource, or the two share their last word
	ownAlike    // the share of the words of the block's own name that the variable's name has
	long        // the length of the name

	// What the program does.
	used           // how often it uses the name or text at all
	usedHere       // how often it has the item in this place: in the same property, or the same body
	usedHerePart   // how often it has the member in the same property
	usedMostly     // the share of the bodies of this name that have the entry
	isUsed         // it uses the token
	called         // how often it calls the function
	calledHere     // how often it calls the function in the same property
	usedText       // how often it has the text anywhere
	usedTextHere   // how often the same property has the value
	followsHere    // how often the entry follows the one before the cursor
	unused         // it does not use the config or local yet
	unusedResource // it does not use the resource or component yet
	inOutput       // how many outputs have the name
	inSameBody     // the body has the name already
	inSameValue    // the value has the name already
	near           // how near the declaration is

	// What other programs and the examples of the schema do.
	common     // how often programs use the name
	commonHere // how often they have the item in this place
	commonCall // how often they call the function in this place
	commonNext // how often it follows the entry or type before the cursor
	shown      // examples have it in this place
	shownCall  // examples call the function in this place
	shownFirst // how early examples have the entry
	shownNext  // how often examples have the entry after the one before the cursor

	// What the item is.
	isRequired  // a required entry
	isBlock     // a nested block
	isRead      // it declares a variable that the block reads
	isDeclared  // an option that takes something that the program declares
	isForOthers // an option for other kinds of blocks
	isRange     // the option range
	isProvider  // the option provider
	isConfig    // a config
	isLocal     // a local
	isResource  // a resource or component
	isInner     // a variable that exists in this place only
	isOuter     // how many of those are nearer
	isMember    // a member of a variable
	isFunction  // a function
	isArgument  // a function in an argument of another
	isCall      // a function of a package, as the value of a local
	isDynamic   // a function with results of any type
	isLookup    // the token of a function that looks something up
	isChoice    // one of the few values of a type
	isLater     // how many others precede it in their declaration

	reasons
)

var (
	entryWeights = weights{
		long:        -29,
		used:        10,
		followsHere: 138,
		commonHere:  16,
		commonNext:  38,
		shownFirst:  10,
		shownNext:   30,
		isRequired:  181,
		isBlock:     -15,
		isRead:      156,
		isLater:     -9,
	}
	optionWeights = weights{
		used:        38,
		usedHere:    112,
		usedMostly:  93,
		followsHere: 166,
		common:      41,
		isRead:      602,
		isDeclared:  295,
		isForOthers: -232,
		isRange:     -251,
		isProvider:  -178,
	}
	tokenWeights = weights{
		alike:      471,
		alikeBack:  382,
		long:       -48,
		used:       168,
		isUsed:     -236,
		common:     40,
		commonNext: 56,
		isLookup:   104,
	}
	memberWeights = weights{
		fits:         267,
		converts:     137,
		holdsFitting: 90,
		alike:        249,
		memberAlike:  173,
		namesType:    75,
		namesPart:    -79,
		long:         -70,
		used:         36,
		usedHerePart: 109,
		commonHere:   49,
		shown:        131,
	}
	operandWeights = weights{
		fits:           162,
		converts:       78,
		holdsFitting:   -90,
		onlySource:     277,
		alike:          316,
		memberAlike:    6,
		callAlike:      420,
		wordWanted:     157,
		namesType:      163,
		namesPart:      51,
		ownAlike:       101,
		usedHere:       151,
		usedHerePart:   89,
		called:         84,
		calledHere:     45,
		usedText:       40,
		usedTextHere:   60,
		unused:         202,
		unusedResource: 39,
		inOutput:       111,
		inSameBody:     71,
		inSameValue:    -105,
		near:           250,
		common:         27,
		commonHere:     50,
		commonCall:     32,
		shown:          125,
		shownCall:      116,
		isConfig:       -90,
		isLocal:        -181,
		isResource:     -48,
		isInner:        465,
		isOuter:        -55,
		isMember:       -188,
		isFunction:     -218,
		isArgument:     -119,
		isCall:         243,
		isDynamic:      -47,
		isChoice:       480,
		isLater:        -36,
	}
)
