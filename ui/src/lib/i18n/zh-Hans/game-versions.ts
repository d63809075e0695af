export const gameVersionText = {
  legacy: {
    all: 'All legacy versions',
    alphaAndBeta: 'All alpha and beta versions',
    alpha: 'All alpha versions',
    beta: 'All beta versions',
    preAlpha: 'All pre-alpha versions',
  },
} as const
