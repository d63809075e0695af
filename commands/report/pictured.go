package report

import (
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/identity"
)

// Pictured are the texts of reports that may contain pictures.
func Pictured() []commandimage.Subject {
	return []commandimage.Subject{
		{
			Context: image.ThreadMessage, Scope: identity.ScopeThreadWrite, Key: "thread_message_id", Label: "消息 ID",
			Find:   commandimage.OptionalID("thread_message_id"),
			Answer: func(d *contract.Image) **string { return &d.MessageID },
		},
		{
			Context: image.Report, Scope: identity.ScopeReportCreate, Key: "report_id", Label: "举报 ID", Find: commandimage.OptionalID("report_id"),
			Answer: func(d *contract.Image) **string { return &d.ReportID },
		},
	}
}
