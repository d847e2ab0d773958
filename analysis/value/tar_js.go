package value

// This file takes the place of the hash of archives in a browser, where no state is compared: what makes tar files would be a part of the page.

// tarHash is not known.
func tarHash([]part) (string, bool) { return "", false }
