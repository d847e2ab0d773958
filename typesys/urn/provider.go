package urn

import "strings"

// This file implements provider references: the URN of a provider together with
// its id. (Section 6.5.)

// ProviderReference names one provider resource.
type ProviderReference struct {
	URN URN
	ID  string
}

// ParseProviderReference reads a provider reference. The last separator is the one
// between URN and id; the URN must be that of a provider.
func ParseProviderReference(text string) (ProviderReference, *Error) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		_, err := Parse(text)
		return ProviderReference{}, err
	}
	u, err := Parse(text[:at])
	if err != nil {
		if whole, fine := Parse(text); fine == nil {
			return ProviderReference{}, withoutID(whole)
		}
		return ProviderReference{}, err
	}
	start, end := u.Place(Type)
	switch {
	case u.Type()+":" == providerPrefix:
		// A type that ends in a colon meets the separator: its own colon goes to the name.
		return ProviderReference{}, &Error{NoPackage, start, end, "the provider's type names no package"}
	case !strings.HasPrefix(u.Type(), providerPrefix):
		return ProviderReference{}, &Error{NotProvider, start, end, "a provider's type is written `" + providerPrefix + "package`"}
	}
	return ProviderReference{u, text[at+len(separator):]}, nil
}

// withoutID is about a URN that stands where a reference is needed.
func withoutID(u URN) *Error {
	return &Error{NoID, len(u.text), len(u.text), "the id of the provider is missing: `::id` behind the URN"}
}

// String is the text of the reference.
func (r ProviderReference) String() string { return r.URN.String() + separator + r.ID }

// Package is the package that the provider belongs to.
func (r ProviderReference) Package() string {
	pkg, _ := ProviderPackage(r.URN.Type())
	return pkg
}
