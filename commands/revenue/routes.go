package revenue

import (
	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	h := s.Handler
	reads := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopePayoutsRead}
	}
	writes := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopePayoutsWrite}
	}
	commands.Ask(api, reads("GET /v3/payout/methods", "收款方式"), s.methods)
	commands.Ask(api, reads("POST /v3/payout/fees", "提现的手续费与到账金额"), s.fees)
	commands.MountAnswerRequest(api, writes("POST /v3/payout", "提现"), s.request)
	commands.MountRequest(api, writes("DELETE /v3/payout/{id}", "取消提现"), s.cancel)
	commands.MountAnswerRequest(api, writes("POST /v3/payout/destinations", "添加收款账户"), s.addDestination)
	commands.MountRequest(api, writes("DELETE /v3/payout/destinations/{id}", "删除收款账户"), s.removeDestination)

	commands.MountRaw(api, commands.Route{Path: "POST /v3/payout/webhook/{method}", Summary: "支付服务商的通知", MaxBody: maxWebhook + 1}, webhookOperation(), s.told)

	keeps := func(path, summary string) commands.Route { return writes(inner(path), summary) }
	commands.MountRaw(api, large(keeps("POST evidence", "上传凭证")), evidenceOperation(), s.storeEvidence)
	commands.MountRaw(api, keeps("GET evidence/{hash}", "下载凭证"), fileOperation(), s.readEvidence)
	commands.MountAnswer(api, h, keeps("POST days/{day}/income", "录入一天的收入"), s.enterIncome)
	commands.MountRequest(api, keeps("POST days/{day}/income/{entry}/confirm", "确认收入"), s.confirmIncome)
	commands.MountRequest(api, keeps("POST days/{day}/income/{entry}/reverse", "撤销收入"), s.reverseIncome)
	commands.MountRequest(api, keeps("POST exclusions", "一段日期不计入某个资源"), s.leaveOut)
	commands.Ask(api, keeps("GET days/{day}/preview", "预览一天的分配"), s.preview)
	commands.MountRequest(api, keeps("POST days/{day}/share", "分配一天的收入"), s.shareNow)
	commands.Mount(api, h, keeps("POST months/{month}/ask", "提出结算"), s.askSettlement)
	commands.Mount(api, h, keeps("POST months/{month}/withdraw", "撤回结算"), s.withdrawSettlement)
	commands.MountRequest(api, keeps("POST months/{month}/settle", "确认结算"), s.settle)
	commands.MountRequest(api, keeps("POST payouts/{id}/approve", "批准提现"), s.approve)
	commands.Mount(api, h, keeps("POST payouts/{id}/hold", "暂扣提现"), s.hold)
	commands.MountRequest(api, keeps("POST payouts/{id}/release", "解除暂扣"), s.release)
	commands.Mount(api, h, keeps("POST payouts/{id}/judge", "判定不明的提现"), s.judge)
	commands.MountAnswer(api, h, keeps("POST batches", "生成人工付款批次"), s.makeBatch)
	commands.MountRaw(api, keeps("GET batches/{id}", "下载人工付款批次"), fileOperation(), s.readBatch)
	commands.MountRaw(api, large(keeps("POST batches/{id}/results", "导入人工付款结果")), resultsOperation(), s.readResults)
	commands.Mount(api, h, keeps("POST wallets/{id}/freeze", "冻结余额"), s.freeze)
	commands.Mount(api, h, keeps("POST wallets/{id}/thaw", "解冻余额"), s.thaw)
	commands.Mount(api, h, keeps("POST pause", "暂停所有提现"), s.pause)
	commands.Mount(api, h, keeps("POST resume", "恢复提现"), s.resume)
	commands.MountAnswer(api, h, keeps("POST corrections", "提出更正"), s.proposeCorrection)
	commands.Mount(api, h, keeps("POST corrections/{id}/confirm", "确认更正"), s.confirmCorrection)
	commands.Mount(api, h, keeps("POST corrections/{id}/drop", "放弃更正"), s.dropCorrection)
	commands.Mount(api, h, keeps("POST rules", "发布分配规则"), s.publishRule)
	commands.Mount(api, h, keeps("POST rules/{rule}/enforce", "启用分配规则"), s.enforceRule)
}

// inner is the path of a route of treasurers.
func inner(path string) string {
	for i := range len(path) {
		if path[i] == ' ' {
			return path[:i] + " /_internal/revenue/" + path[i+1:]
		}
	}
	return path
}

// MaxFile is how large a file of treasurers may be, in bytes.
const MaxFile = 5 << 20

func large(r commands.Route) commands.Route {
	r.MaxBody = MaxFile + 1
	return r
}
