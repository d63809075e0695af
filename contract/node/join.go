package node

// PathLink is the path of the site at which a node opens the link. The request carries a bearer token: a JWT that the node has signed
// with EdDSA, with iss (the node), aud (the site's origin), iat, exp (at most 60 s after iat) and jti.
const PathLink = "/_node/link"

// PathJoin is the path of the site that takes a Join by POST and answers Joined.
const PathJoin = "/_node/join"

// Join registers the key of a new node.
type Join struct {
	// Code was made by the staff and is good for one use within an hour.
	Code string `json:"code"`
	// PublicKey is an Ed25519 public key: base64url without padding.
	PublicKey string `json:"public_key"`
	// Address is the URL under which browsers reach the node, without a slash at its end.
	Address string `json:"address"`
	// Version is the version of the program.
	Version string `json:"version"`
}

// Joined is the site's answer.
type Joined struct {
	Node string `json:"node"`
	Name string `json:"name"`
}

// Codes of a refused Join, in the member error of the answer's body.
const (
	// JoinUnknown: there is no such code (404).
	JoinUnknown = "code_unknown"
	// JoinUsed: the code was used (409).
	JoinUsed = "code_used"
	// JoinExpired: the code is too old (410).
	JoinExpired = "code_expired"
)
