const kinds = {
  verify: '验证邮箱',
  reset: '重设密码',
  'email-changed': '邮箱已更换',
  'password-changed': '密码已修改',
  'totp-on': '两步验证已开启',
  'totp-off': '两步验证已关闭',
  'account-leaving': '账户开始注销',
  'account-deleted': '账户已注销',
  'address-in-use': '邮箱已被使用',
  'token-created': '新的访问令牌',
  'passkey-added': '通行密钥已添加',
  'passkey-removed': '通行密钥已移除',
  'passkey-copied': '通行密钥可能被复制',
  'app-off': '验证器已关闭',
  'provider-linked': '新的登录方式',
  'provider-unlinked': '登录方式已解除',
  'new-device': '新设备登录',
  'tokens-unused': '不再使用的访问令牌',
  notice: '审核结果',
}

const causes = {
  refused: '收件服务器拒收',
  deferred: '收件服务器一直推迟',
  unreachable: '邮件服务器没有答复',
  expired: '未能及时尝试',
}

/** Letters that could not be sent, as the staff sees them. */
export const lettersText = {
  title: '未能送达的邮件',
  hint: (total: string, shown: string) => (shown ? `最近 30 天 ${total} 封，显示最新的 ${shown} 封` : `最近 30 天 ${total} 封`),
  letter: '邮件',
  account: '账户',
  cause: '原因',
  tries: '尝试次数',
  givenUp: '放弃时间',
  unknown: '未知',
  because: (cause: string, code: number | null) => (code === null ? cause : `${cause}（${code}）`),
  kinds,
  causes,
} as const
