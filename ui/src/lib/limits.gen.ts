// Written by `go test ./cmd/modyard/app -run Limits -update` from the rules.

export const backupBytes = 21474836480

export const backupHours = 168

export const backupName = 64

export const claimNote = 2000

export const collectionDescription = 255

export const collectionName = 64

export const collectionsHeld = 32

export const curationEntries = 12

export const evidenceBytes = 5242880

export const iconBytes = 262144

export const issueLabels = 50

export const issueTemplate = 8192

export const packBytes = 2147483648

export const payoutDestinations = 5

export const pictureBytes = 5242880

export const postBody = 65536

export const postTitle = 300

export const projectBody = 65536

export const reasonLength = 2000

export const reportBody = 65536

export const reviewMessage = 65536

export const reviewNote = 2000

export const reviewTemplate = 4000

export const riskNote = 500

export const riskWord = 64

export const riskWords = 2000

export const serverFileBytes = 8589934592

export const serverFileDepth = 64

export const serverFileName = 255

export const serverInvocation = 2048

export const serverMembers = 20

export const serverPorts = 5

export const threadBody = 65536

export const translationDescription = 500

export const translationMessage = 2000

export const webhooksHeld = 10

export const wikiBody = 65536

export const wikiDepth = 5

export const wikiMessage = 500

export const wikiTitle = 64

export const wikiWeight = 1000
