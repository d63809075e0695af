import { Bone, Loading } from '@/components/ui/feedback'
import type { DisplayMode } from '@/stores/prefs'

// More than a tall screen shows, so that the foot of the page stays out of sight.
const MOST = 16

/** The results' geometry before the first answer. */
export function ResultsSkeleton({ mode, size }: { mode: DisplayMode; size: number }) {
  const keys = Array.from({ length: Math.min(size, MOST) }, (_, index) => index)
  if (mode === 'grid') return <Loading className="cells">{keys.map((key) => <div key={key} className="cell card"><Bone h={180} /></div>)}</Loading>
  if (mode === 'gallery') {
    return (
      <Loading className="shots gal">
        {keys.map((key) => (
          <div key={key} className="shot card">
            <div className="view" />
            <div className="cap">
              <Bone w="60%" h={20} />
              <Bone className="mt-2" w="90%" />
              <Bone className="mt-4" h={40} />
            </div>
          </div>
        ))}
      </Loading>
    )
  }
  return (
    <Loading className="rows card">
      {keys.map((key) => (
        <div key={key} className="hit">
          <Bone className="pic" w={56} h={56} />
          <div className="grow">
            <Bone w="34%" h={18} />
            <Bone className="mt-2" w="80%" />
            <Bone className="mt-2" w="26%" />
          </div>
          <Bone className="fit" w={120} h={40} />
          <Bone className="facts" w={70} h={20} />
          <Bone className="facts" w={70} h={20} />
        </div>
      ))}
    </Loading>
  )
}
