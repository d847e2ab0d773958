// Package sensitive finds in texts what should not be written into programs:
// credentials, by the forms that their issuers gave them so that they can be found,
// and names of one account or image that tie a program to it.
//
// It knows no language. What is found is named by its kind and place, never by its
// value.
package sensitive
