package revenue

import (
	"strings"

	"github.com/modyard/modyard/contract"
	projected "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/readapi/notification"
)

// Kinds are the notifications about money. Their amounts are in the site's one currency, an ISO 4217 code.
func Kinds(currency string) []notification.Kind {
	money := func(amount string) string { return amount + " " + currency }
	transfers := func(contract.Notification) string { return "/dashboard/revenue/transfers" }
	overview := func(contract.Notification) string { return "/dashboard/revenue" }
	kind := func(of string, link func(contract.Notification) string, title string, text func(message string) string) notification.Kind {
		return notification.Kind{Type: of, Link: link, Words: func(n contract.Notification) (string, string) {
			if n.Message == nil {
				return title, text("")
			}
			return title, text(*n.Message)
		}}
	}
	return []notification.Kind{
		kind(projected.NotificationSuccess, transfers, "提现已到账", func(m string) string { return "提现 " + money(m) + " 已付款" }),
		kind(projected.NotificationFailed, transfers, "提现失败", func(m string) string {
			return "提现没有成功：" + codeName(m) + "。金额与手续费已退还余额"
		}),
		kind(projected.NotificationHeld, transfers, "提现被暂扣", func(m string) string { return because("你的一笔提现已被暂扣", m) }),
		kind(projected.NotificationCancelled, transfers, "提现已取消", func(string) string { return "金额与手续费已退还余额" }),
		kind(projected.NotificationReturned, transfers, "提现被退回", func(m string) string {
			return "一笔已付款的提现被收款方退回，" + money(m) + " 已记入余额"
		}),
		kind(projected.NotificationDestination, overview, "已添加收款账户", func(string) string {
			return "你的账户添加了新的收款账户。如果不是你本人操作，请立即删除它并修改密码"
		}),
		kind(projected.NotificationSettled, overview, "收益已结算", func(m string) string {
			amount, rest, _ := strings.Cut(m, " ")
			month, from, _ := strings.Cut(rest, " ")
			return month + " 的收益 " + money(amount) + " 已结算，" + from + "（UTC）起可提现"
		}),
		kind(projected.NotificationCorrected, overview, "余额已更正", func(m string) string {
			amount, why, _ := strings.Cut(m, " ")
			if less, is := strings.CutPrefix(amount, "-"); is {
				return because("余额减少 "+money(less), why)
			}
			return because("余额增加 "+money(amount), why)
		}),
		kind(projected.NotificationFrozen, overview, "余额已被冻结", func(m string) string { return because("在解除之前不能提现，收益照常记入", m) }),
		kind(projected.NotificationUnfrozen, overview, "余额已解除冻结", func(string) string { return "现在可以提现" }),
	}
}

func because(text, reason string) string {
	if reason == "" {
		return text
	}
	return text + "。原因：" + reason
}

// codeName is a code of a failed or unclear withdrawal in words.
func codeName(code string) string {
	switch code {
	case "refused":
		return "收款方拒收"
	case "cancelled_by_provider":
		return "支付机构已取消"
	case "judged":
		return "经核实未支付"
	case "amount_differs":
		return "付款金额不符"
	case "return_differs":
		return "退回金额不符"
	}
	return code
}

// kindName is a kind of lines in words.
func kindName(kind string) string {
	switch kind {
	case projected.LineSettlement:
		return "结算"
	case projected.LinePayout:
		return "提现"
	case projected.LineRefund:
		return "退还"
	case projected.LineCorrection:
		return "更正"
	case projected.LineReturn:
		return "退回"
	case projected.LineClosing:
		return "注销"
	}
	return kind
}

// detailWords is the detail of a step in words; empty: there is none.
func (s *Routes) detailWords(kind, detail string) string {
	switch kind {
	case "approved":
		if detail == projected.ByRule {
			return "按规则自动批准"
		}
	case "dispatched":
		if detail != "1" {
			return "第 " + detail + " 次发送"
		}
		return ""
	case "failed", "unclear":
		if detail != "" {
			return codeName(detail)
		}
	case "came-back":
		return detail + " " + s.o.Currency
	case "end-proposed":
		if detail == projected.StateSuccess {
			return "认定为已付款"
		}
		return "认定为未付款"
	}
	return detail
}
