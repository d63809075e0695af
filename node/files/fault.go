package files

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"syscall"

	"github.com/modyard/modyard/contract/node"
)

// fault is a refusal that the client is told of.
type fault struct {
	status      int
	code, field string
	// text replaces the sentence of the code.
	text string
}

func (f *fault) Error() string { return f.code + " " + f.field }

// sentence is the description of a code in the language of the site, with the status of its answer.
func sentence(code string) (status int, text string) {
	switch code {
	case node.FileInvalid:
		return http.StatusBadRequest, "路径或参数无效。"
	case node.FileExists:
		return http.StatusBadRequest, "这里已经有同名的文件或文件夹。"
	case node.FileNotEmpty:
		return http.StatusBadRequest, "文件夹不是空的。"
	case node.FileWrongType:
		return http.StatusBadRequest, "这个操作不适用于该类型的文件。"
	case node.FileUnauthorized:
		return http.StatusUnauthorized, "凭证无效或已过期。"
	case node.FileForbidden:
		return http.StatusForbidden, "不允许访问。"
	case node.FileNotFound:
		return http.StatusNotFound, "文件或文件夹不存在。"
	case node.FileChanged:
		return http.StatusPreconditionFailed, "文件在此期间已被修改。"
	case node.FileTooLarge:
		return http.StatusRequestEntityTooLarge, "文件太大。"
	case node.FileBusy:
		return http.StatusConflict, "另一项文件操作正在进行,请稍后再试。"
	case node.FileTooMany:
		return http.StatusTooManyRequests, "请求过多,请稍后再试。"
	case node.ReasonRunning:
		return http.StatusConflict, "服务器正在运行,请先停止。"
	case node.FileQuota:
		return http.StatusInsufficientStorage, "磁盘空间已用完。"
	case codeMethod:
		return http.StatusMethodNotAllowed, "不支持这种请求方法。"
	case codeCut:
		return http.StatusBadRequest, "上传没有完成。"
	}
	return http.StatusInternalServerError, "节点出现错误,请稍后再试。"
}

// Codes of faults that the contract does not name.
const (
	codeMethod   = "method_not_allowed"
	codeCut      = "incomplete"
	codeInternal = "internal"
)

// Sentences that say more than the code.
const (
	textSuspended = "服务器已被暂停。"
	textGone      = "服务器不在这个节点上。"
	textOrigin    = "不允许从这个网页访问。"
	textScope     = "凭证不允许这个操作。"
	textHard      = "该文件有多个硬链接,不能读取或写入。"
	textIntoSelf  = "文件夹不能放进它自己里面。"
	textRoot      = "根文件夹不能移动或删除。"
	textPack      = "文件夹里的内容太多,不能打包。"
	textOdd       = "里面有管道、套接字或设备,不能打包。"
)

func refuse(code, field string) *fault { return &fault{code: code, field: field} }

func refuseText(code, field, text string) *fault { return &fault{code: code, field: field, text: text} }

// faultOf is the refusal for an error of the file system about a field; nil if it is none that a client can cause.
func faultOf(err error, field string) *fault {
	var f *fault
	var cut *cutError
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &cut):
		return refuse(codeCut, "")
	case errors.Is(err, ErrNoServer):
		return refuseText(node.FileForbidden, "", textGone)
	case errors.Is(err, fs.ErrNotExist):
		return refuse(node.FileNotFound, field)
	case errors.Is(err, fs.ErrExist):
		return refuse(node.FileExists, field)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.EXDEV):
		return refuse(node.FileWrongType, field)
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EINVAL):
		return refuse(node.FileInvalid, field)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return refuse(node.FileQuota, "")
	case errors.Is(err, context.Canceled), errors.Is(err, os.ErrDeadlineExceeded):
		return refuse(codeCut, "")
	case isEscape(err):
		return refuse(node.FileWrongType, field) // a link that leads out of the folder
	}
	return nil
}

// isEscape says whether os.Root refused to leave its folder: its error has no other mark.
func isEscape(err error) bool {
	var p *fs.PathError
	return errors.As(err, &p) && p.Err != nil && p.Err.Error() == "path escapes from parent"
}

// write answers a request with a fault.
func (f *fault) write(w http.ResponseWriter) {
	status, text := sentence(f.code)
	if f.status != 0 {
		status = f.status
	}
	if f.text != "" {
		text = f.text
	}
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests, http.StatusConflict:
		w.Header().Set("Retry-After", "1")
	}
	writeJSON(w, status, node.FileFault{Error: f.code, Description: text, Field: f.field})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	b, err := json.Marshal(body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // the peer may be gone
}
