/** The letters that can be switched off. */
export const letterChoiceText = {
  reviewMessages: '审核对话的新消息',
  reviewMessagesHint:
    '审核人员在对话里留言、你最近审核的项目的作者回复，或者汉化的会话有新消息时，发邮件告诉你。没看过之前不会重复发。审核结果的邮件始终会发。',
} as const
