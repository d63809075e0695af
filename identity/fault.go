package identity

import (
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/httpkit"
)

// The faults of this package, with texts for people.
var (
	errNotSignedIn     = httpkit.Fault(httpkit.KindUnauthorized, httpkit.CodeUnauthorized, "请先登录")
	errBadToken        = httpkit.Fault(httpkit.KindUnauthorized, httpkit.CodeUnauthorized, "登录凭据无效或已过期，请重新登录")
	errNoScope         = httpkit.Forbidden("此访问令牌没有进行该操作的权限")
	errNotAllowed      = httpkit.Forbidden("你没有进行该操作的权限")
	errCSRF            = httpkit.Fault(httpkit.KindForbidden, "csrf_error", "页面已失效，请刷新后重试")
	errWrongPassword   = httpkit.Fault(httpkit.KindUnauthorized, "invalid_credentials", "用户名或密码错误")
	errUsernameTaken   = &fault.Error{Kind: fault.KindConflict, Code: "username_taken", Field: "username", Text: "该用户名已被使用"}
	errUsernameAlike   = fault.Invalid("username", "该用户名与已有的用户名过于相似，容易混淆，请换一个")
	errUsernameRests   = fault.Invalid("username", "该用户名不久前属于其他用户，暂时不能使用，请换一个")
	errEmailTaken      = &fault.Error{Kind: fault.KindConflict, Code: "conflict", Field: "email", Text: "该邮箱已被使用"}
	errIDTaken         = httpkit.Fault(httpkit.KindConflict, "conflict", "该用户编号已被使用")
	errNoUser          = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "用户不存在")
	errNoPAT           = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "访问令牌不存在")
	errNoSession       = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "会话不存在")
	errOldPassword     = &fault.Error{Kind: fault.KindInvalid, Code: "wrong_password", Field: "password", Text: "当前密码不正确"}
	errWrongCode       = httpkit.About("code", httpkit.Fault(httpkit.KindInvalid, "wrong_code", "验证码不正确，或已经用过"))
	errNoFlow          = httpkit.About("flow", httpkit.Fault(httpkit.KindInvalid, "flow_invalid", "链接或步骤已失效，请重新开始"))
	errTOTPThere       = httpkit.Fault(httpkit.KindConflict, "conflict", "两步验证已经开启")
	errBadPasskey      = httpkit.About("credential", httpkit.Fault(httpkit.KindInvalid, "passkey_invalid", "通行密钥不正确，或已经被移除"))
	errNoPasskey       = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "通行密钥不存在")
	errPasskeyThere    = httpkit.Fault(httpkit.KindConflict, "conflict", "这个通行密钥已经添加过")
	errPasskeysOff     = httpkit.Fault(httpkit.KindConflict, "passkeys_off", "本站现在的地址不能使用通行密钥")
	errProof           = httpkit.About("challenge", httpkit.Fault(httpkit.KindInvalid, "challenge_required", "请先完成人机验证"))
	errAlreadyVerified = httpkit.Fault(httpkit.KindConflict, "already_verified", "邮箱已经验证过")
	errBadScopes       = httpkit.Invalid("scopes", "请求的权限范围无效")
	errNotConfirmed    = httpkit.Fault(httpkit.KindPrecondition, httpkit.CodePrecondition, "请先确认是你本人在操作")
	errTokenLife       = fault.Invalid("expires", "访问令牌的有效期最长为一年")
	errBusy            = httpkit.Fault(httpkit.KindUnavailable, httpkit.CodeUnavailable, "服务器繁忙，请稍后再试")
	errNotJSON         = httpkit.Invalid("", "请求内容的类型应为 application/json")
)

// tooMany rejects attempts until the given time has passed.
func tooMany(wait time.Duration) error {
	minutes := max(1, int((wait+time.Minute-1)/time.Minute))
	return httpkit.Fault(httpkit.KindRateLimited, httpkit.CodeRateLimit, fmt.Sprintf("尝试次数过多，请在 %d 分钟后再试", minutes))
}
