export const proofText = {
  title: '请确认是你本人',
  lead: '这项操作涉及账户安全或款项，需要再次确认你的身份。之后 15 分钟内不再询问。',
  password: '当前密码',
  passwordMissing: '请填写当前密码。',
  code: '验证码或恢复码',
  codeMissing: '请填写验证码。',
  byCode: '改用验证码',
  byPassword: '改用密码',
  byPasskey: '使用通行密钥',
  send: '确认',
} as const
