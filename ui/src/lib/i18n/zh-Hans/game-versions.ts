export const gameVersionText = {
  legacy: {
    alphaAndBeta: 'All alpha and beta versions',
    alpha: 'All alpha versions',
    beta: 'All beta versions',
  },
} as const
