import { BlockSpark, Delta } from '@/components/ui/block-spark'

/** The days of a project, or how its week compares with the one before. */
export default function HotTrend({ days, part }: { days: readonly number[]; part: 'days' | 'change' }) {
  return part === 'days' ? <BlockSpark days={days} /> : <Delta days={days} />
}
