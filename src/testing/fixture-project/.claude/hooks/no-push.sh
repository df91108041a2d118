#!/bin/sh
# Commands that publish are a person's business.
if grep -q '"git push'; then
  echo 'Pushing is done by a person.' >&2
  exit 2
fi
