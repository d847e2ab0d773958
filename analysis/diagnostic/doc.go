// Package diagnostic describes what is wrong with a program: findings, their places, which hold when items move, and the words of their
// messages. It finds nothing.
package diagnostic
