package picture

import "strings"

const (
	kindInvalid  = "invalid"
	kindTooLarge = "too_large"
)

// Refusal says why a picture is not taken. It is a fault that the transport can show.
type Refusal struct{ kind, text string }

// Error is the text for logs.
func (r *Refusal) Error() string { return r.FaultCode() + ": " + r.text }

// FaultKind is invalid or too_large.
func (r *Refusal) FaultKind() string { return r.kind }

// FaultCode is the stable code for programs.
func (r *Refusal) FaultCode() string {
	if r.kind == kindInvalid {
		return "invalid_input"
	}
	return r.kind
}

// FaultText is what the person reads.
func (r *Refusal) FaultText() string { return r.text }

// RefuseFormat refuses what is no picture of a format that is taken.
func RefuseFormat() *Refusal {
	return &Refusal{kind: kindInvalid, text: "图片格式须为 PNG、JPEG、GIF 或 WebP。"}
}

// CheckExt refuses early what says of itself that it is no picture that is taken: ext is the ending without its
// dot, or empty. What it is decides later.
func CheckExt(ext string) error {
	switch strings.ToLower(ext) {
	case "", "png", "jpg", "jpeg", "gif", "webp":
		return nil
	default:
		return RefuseFormat()
	}
}
