import { useMemo } from 'react'
import { sideOf, wordsOf, type Piece } from '../model/words'

/** Pieces of one side, with what changed marked. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, change }, index) =>
    change === 'removed' ? (
      <del key={index}>{text}</del>
    ) : change === 'added' ? (
      <ins key={index}>{text}</ins>
    ) : (
      <span key={index}>{text}</span>
    ),
  )
}

/** One side of two texts of a line or two, compared in words. */
export function WordDiff({ before, after, side }: { before: string; after: string; side: 'removed' | 'added' }) {
  const pieces = useMemo(() => sideOf(wordsOf(before, after), side), [before, after, side])
  return <Pieces pieces={pieces} />
}
