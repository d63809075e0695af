import { Bone, HeadBones, Loading } from '@/components/ui/skeleton'
import '@/styles/project.css'

/** A page about something with a picture, a name and a list, before it is known. */
export function PageSkeleton() {
  return (
    <Loading>
      <HeadBones name="40%" />
      <Bone className="mb-4" h={42} />
      <div className="card">
        <Bone className="bone-rows" h={456} />
      </div>
    </Loading>
  )
}
