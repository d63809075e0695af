/** Names of licences that are no licence, for lists too. */
export const licenseNames = {
  allRightsReserved: '保留所有权益/无许可证',
  unknown: '未注明许可证',
} as const
