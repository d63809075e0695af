package httpkit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"mime/multipart"
	"net/http"
)

// Part is one part of a multipart form. Parts are read once, in the order sent.
type Part struct {
	Name        string // of the form field
	FileName    string // as sent, without a path; "" for a plain field
	ContentType string
	body        io.Reader
	sent        []byte
}

// PartLimits bound a form. The route's Limit bounds the whole body.
type PartLimits struct {
	Parts int   // how many; 0: 64
	Size  int64 // bytes of one part; 0: only the route's limit
}

const (
	defaultParts = 64
	maxFieldName = 256
	maxFileName  = 1024
)

// Parts streams the parts of a multipart/form-data body. A part is readable only until the next one is requested. The
// sequence ends with the first error, which is a fault where the caller's input is invalid.
func Parts(r *http.Request, limits PartLimits) iter.Seq2[*Part, error] {
	if limits.Parts == 0 {
		limits.Parts = defaultParts
	}
	return func(yield func(*Part, error) bool) {
		mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || mediaType != "multipart/form-data" {
			yield(nil, Invalid("", "请求内容应为 multipart/form-data"))
			return
		}
		reader, err := r.MultipartReader()
		if err != nil {
			yield(nil, Invalid("", "multipart 请求缺少分隔符"))
			return
		}
		for n := 0; ; n++ {
			raw, err := reader.NextRawPart()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, partFailure(err))
				return
			}
			if n >= limits.Parts {
				yield(nil, Invalid("", fmt.Sprintf("multipart 请求不能超过 %d 个部分", limits.Parts)))
				return
			}
			part, err := newPart(raw, limits.Size)
			if !yield(part, err) || err != nil {
				return
			}
		}
	}
}

func newPart(raw *multipart.Part, size int64) (*Part, error) {
	p := &Part{Name: raw.FormName(), FileName: raw.FileName(), ContentType: raw.Header.Get("Content-Type"), body: raw}
	if p.Name == "" || len(p.Name) > maxFieldName || !validText(p.Name) {
		return nil, Invalid("", "multipart 部分的名称不正确")
	}
	if len(p.FileName) > maxFileName || !validText(p.FileName) {
		return nil, Invalid("", "文件名不正确")
	}
	if size > 0 {
		p.body = &limitedBody{ReadCloser: io.NopCloser(raw), limit: size, declared: -1}
	}
	return p, nil
}

// Read reads the part's content.
func (p *Part) Read(b []byte) (int, error) {
	n, err := p.body.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = partFailure(err)
	}
	return n, err
}

// Bytes reads the whole part and rejects more than most bytes.
func (p *Part) Bytes(most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(p, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, Fault(KindTooLarge, CodeTooLarge, "字段 "+p.Name+" 超出大小限制")
	}
	return data, nil
}

// JSON reads the whole part, of at most DefaultBodyLimit bytes, into v.
func (p *Part) JSON(v any) error {
	data, err := p.Bytes(DefaultBodyLimit)
	if err != nil {
		return err
	}
	p.sent = data
	if !json.Valid(data) {
		return Fault(KindInvalid, CodeJSON, "字段 "+p.Name+" 不是正确的 JSON")
	}
	return UnmarshalJSON(data, v)
}

// Sent is the text that JSON has read.
func (p *Part) Sent() []byte { return p.sent }

func partFailure(err error) error {
	if isTooLarge(err) {
		return err
	}
	if isTimeout(err) {
		return Fault(KindInvalid, CodeTimeout, "读取请求内容超时")
	}
	var f Faulty
	if errors.As(err, &f) {
		return f
	}
	return Invalid("", "multipart 请求内容不完整")
}
