// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

export const activityRequested = 24

export const listingSize = 20

export const picturesRequested = 12

export const popularShown = 10

export const sideShown = 6

export const talkShown = 5

export const updatedShown = 8

export const versionsSize = 20
