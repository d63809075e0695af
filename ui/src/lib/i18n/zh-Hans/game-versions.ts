export const gameVersionText = {
  legacy: {
    all: 'All legacy versions',
    alphaAndBeta: 'All alpha and beta versions',
    alpha: 'All alpha versions',
    beta: 'All beta versions',
    preAlpha: 'All pre-alpha versions',
  },
  amongOthers: (names: string, count: number) => `${names} 等 ${count} 个`,
} as const
