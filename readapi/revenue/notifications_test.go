package revenue_test

import (
	"testing"

	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/revenue"
)

func TestAccountsAreNotifiedOfWhatHappensToTheirMoney(t *testing.T) {
	w := newWorld(t)
	w.january()
	w.at(on(3, 1), "wallet-"+maker, maker, domain.DestinationAdded{Account: maker, Destination: "DestAAA1", Method: "bank", Rests: "2026-03-02T12:00:00Z"})
	w.withdraw(on(4, 1), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.at(on(4, 1), "payout-PayoAAA1", keeper, domain.PayoutHeld{Payout: "PayoAAA1", Account: maker, By: keeper, Reason: because("来源待查")})
	w.pay(on(4, 2), "PayoAAA1", maker, "bank", "manual", 10*unit)
	w.at(on(4, 3), "payout-PayoAAA1", "", domain.PayoutCameBack{Payout: "PayoAAA1", Account: maker, Amount: 9 * unit})
	w.at(on(4, 3), "payout-PayoBBB2", "", domain.PayoutFailed{Payout: "PayoBBB2", Account: maker, Code: "refused"})
	w.at(on(4, 3), "payout-PayoCCC3", maker, domain.PayoutCancelled{Payout: "PayoCCC3", Account: maker})
	w.at(on(4, 4), "wallet-"+maker, keeper, domain.Corrected{Account: maker, Correction: "CorrAAA1", Amount: -unit, Reason: because("重复计入")},
		domain.WalletFrozen{Account: maker, Reason: because("来源待查")}, domain.WalletUnfrozen{Account: maker})
	want := []string{
		"余额已解除冻结|现在可以提现|/dashboard/revenue",
		"余额已被冻结|在解除之前不能提现，收益照常记入。原因：违反其他规则：来源待查|/dashboard/revenue",
		"余额已更正|余额减少 1.00 USD。原因：违反其他规则：重复计入|/dashboard/revenue",
		"提现已取消|金额与手续费已退还余额|/dashboard/revenue/transfers",
		"提现失败|提现没有成功：收款方拒收。金额与手续费已退还余额|/dashboard/revenue/transfers",
		"提现被退回|一笔已付款的提现被收款方退回，9.00 USD 已记入余额|/dashboard/revenue/transfers",
		"提现已到账|提现 9.80 USD 已付款|/dashboard/revenue/transfers",
		"提现被暂扣|你的一笔提现已被暂扣。原因：违反其他规则：来源待查|/dashboard/revenue/transfers",
		"已添加收款账户|你的账户添加了新的收款账户。如果不是你本人操作，请立即删除它并修改密码|/dashboard/revenue",
		"收益已结算|2026-01 的收益 48.00 USD 已结算，2026-03-31（UTC）起可提现|/dashboard/revenue",
	}
	got := []string{}
	for _, n := range ask[contract.NotificationPage](w, maker, "/_internal/notifications").Notifications {
		got = append(got, n.Title+"|"+n.Text+"|"+n.Link)
		if n.Actor != nil {
			t.Errorf("a creator learns who acted: %+v", n)
		}
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%q\nwant %q", got, want)
		}
	}
	if list := ask[contract.NotificationPage](w, keeper, "/_internal/notifications").Notifications; len(list) > 0 {
		t.Errorf("treasurers are notified: %+v", list)
	}
}
