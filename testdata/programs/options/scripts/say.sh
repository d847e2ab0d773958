#!/bin/sh
# Says what a hook has to say.
echo "$@"
