import * as React from "react";

/** React's state that its packages share; the name is the same in each React 19. */
const shared = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE") as
  | object
  | undefined;

/** Count from which React takes no more stacks. */
const maxStacks = 10_000;

// React takes a stack for each element that a component makes, for the words of its warnings alone: a quarter of the
// processor time of screens with forms.
if (shared)
  Object.defineProperty(shared, "recentlyCreatedOwnerStacks", {
    get: () => maxStacks,
    set() {
      // The limit stays as it is.
    },
  });
