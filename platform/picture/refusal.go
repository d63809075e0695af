package picture

import "strings"

const (
	kindInvalid  = "invalid"
	kindTooLarge = "too_large"
)

// Refusal says why a picture is rejected. It is a fault that can be shown to the caller.
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

// FaultText is the text for people.
func (r *Refusal) FaultText() string { return r.text }

// RefuseFormat rejects a file that is no picture of an accepted format.
func RefuseFormat() *Refusal {
	return &Refusal{kind: kindInvalid, text: "图片格式须为 PNG、JPEG、GIF 或 WebP。"}
}

func refuseBroken() *Refusal {
	return &Refusal{kind: kindInvalid, text: "图片已损坏，无法读取。"}
}

// refuseEncoding rejects a valid picture whose encoding no decoder here knows.
func refuseEncoding() *Refusal {
	return &Refusal{kind: kindInvalid, text: "暂不支持这种编码的图片（例如动态 WebP），请另存为普通的 PNG 或 JPEG 后上传。"}
}

// CheckExt rejects a file early by its extension: ext is without its dot, or empty. Decode checks the content later.
func CheckExt(ext string) error {
	switch strings.ToLower(ext) {
	case "", "png", "jpg", "jpeg", "gif", "webp":
		return nil
	default:
		return RefuseFormat()
	}
}
