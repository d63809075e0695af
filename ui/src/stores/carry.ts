import { create } from 'zustand'
import { readLocal, writeLocal } from '@/lib/storage'

const KEY = 'modyard.playing'

type Playing = { gameVersion: string; loader: string }

function stored(): Playing {
  const found = readLocal(KEY)
  if (!found || typeof found !== 'object') return { gameVersion: '', loader: '' }
  const { gameVersion, loader } = found as Partial<Playing>
  return {
    gameVersion: typeof gameVersion === 'string' ? gameVersion : '',
    loader: typeof loader === 'string' ? loader : '',
  }
}

/** The game version and loader last chosen in search or a download, carried to the next project. */
export const usePlaying = create<Playing & { play: (change: Partial<Playing>) => void }>()((set, state) => ({
  ...stored(),
  play: (change) => {
    set(change)
    const { gameVersion, loader } = state()
    writeLocal(KEY, { gameVersion, loader })
  },
}))
