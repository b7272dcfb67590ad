// SPDX-License-Identifier: MIT
//! Bevy's hierarchy and transform propagation on the shapes of bench/scenes/forest.hpp, on one
//! thread: the peer of `scene/propagate/...` and `ecs/...`. Prints `name nanoseconds-per-entity`,
//! the median of several rounds, under our benchmarks' names.

use std::hint::black_box;

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::systems::{
    mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
    StaticTransformOptimizations,
};

/// Processor time of this thread, so that what else the machine does counts little.
struct Started(f64);

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

impl Started {
    fn now() -> Started {
        const THREAD_CPU_TIME: i32 = 3; // CLOCK_THREAD_CPUTIME_ID of Linux
        let mut time = Timespec { seconds: 0, nanoseconds: 0 };
        // SAFETY: the call only writes the struct it is given, which has the system's layout.
        unsafe { clock_gettime(THREAD_CPU_TIME, &mut time) };
        Started(time.seconds as f64 + 1e-9 * time.nanoseconds as f64)
    }
    fn seconds(&self) -> f64 {
        Started::now().0 - self.0
    }
}

const NO_NODE: usize = usize::MAX;

/// A small generator, so that rounds are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % count
    }
    fn value(&mut self) -> f32 {
        self.below(2001) as f32 / 1000.0 - 1.0
    }
}

/// Each node's parent, in the order of creation: the same trees as `parents_of` there.
fn parents_of(shape: &str, nodes: usize) -> Vec<usize> {
    match shape {
        "wide" => (0..nodes).map(|i| if i == 0 { NO_NODE } else { (i - 1) / 16 }).collect(),
        "chain" => (0..nodes).map(|i| if i % 100 == 0 { NO_NODE } else { i - 1 }).collect(),
        "game" => {
            let mut above = Vec::new();
            visit_game(0, 0, NO_NODE, &mut above);
            (0..nodes)
                .map(|i| if i % 31 == 0 { NO_NODE } else { i - i % 31 + above[i % 31] })
                .collect()
        }
        _ => vec![NO_NODE; nodes],
    }
}

fn visit_game(level: usize, k: usize, parent: usize, above: &mut Vec<usize>) {
    const LEVELS: [usize; 5] = [1, 2, 6, 10, 12];
    let me = above.len();
    above.push(parent);
    if level == 4 {
        return;
    }
    for c in 0..LEVELS[level + 1] {
        if c * LEVELS[level] / LEVELS[level + 1] == k {
            visit_game(level + 1, c, me, above);
        }
    }
}

fn local_of(random: &mut Random) -> Transform {
    Transform {
        translation: Vec3::new(random.value(), random.value(), random.value()),
        rotation: Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), random.value()),
        scale: Vec3::new(1.0 + random.value() / 16.0, 1.0, 1.0),
    }
}

/// A forest in a world, and the systems that propagate it.
struct Scene {
    world: World,
    schedule: Schedule,
    entities: Vec<Entity>,
    parents: Vec<usize>,
}

impl Scene {
    fn new(shape: &str, nodes: usize) -> Scene {
        let parents = parents_of(shape, nodes);
        let mut world = World::new();
        world.init_resource::<StaticTransformOptimizations>();
        let mut schedule = Schedule::default();
        schedule.add_systems(
            (mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain(),
        );
        let entities = build(&mut world, &parents);
        let mut scene = Scene { world, schedule, entities, parents };
        scene.propagate();
        scene
    }
    fn propagate(&mut self) {
        self.schedule.run(&mut self.world);
        self.world.clear_trackers();
    }
    fn edit(&mut self, node: usize) {
        self.world.get_mut::<Transform>(self.entities[node]).unwrap().translation.x += 0.125;
    }
    /// Whether every node looked at is where a walk upwards puts it.
    fn right(&self) -> bool {
        (0..self.entities.len()).step_by(1 + self.entities.len() / 1000).all(|node| {
            let mut at = node;
            let mut placed = GlobalTransform::from(self.local(at));
            while self.parents[at] != NO_NODE {
                at = self.parents[at];
                placed = GlobalTransform::from(self.local(at)) * placed;
            }
            let got = self.world.get::<GlobalTransform>(self.entities[node]).unwrap();
            (got.translation() - placed.translation()).length()
                < 1e-3 * (1.0 + placed.translation().length())
        })
    }
    fn local(&self, node: usize) -> Transform {
        *self.world.get::<Transform>(self.entities[node]).unwrap()
    }
}

fn build(world: &mut World, parents: &[usize]) -> Vec<Entity> {
    let local = local_of(&mut Random(1));
    let mut entities = Vec::with_capacity(parents.len());
    for &parent in parents {
        let made = if parent == NO_NODE {
            world.spawn(local).id()
        } else {
            world.spawn((local, ChildOf(entities[parent]))).id()
        };
        entities.push(made);
    }
    entities
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Prints the median over rounds of the seconds that `round` gives, for each of `entities`.
fn report(name: &str, entities: usize, rounds: usize, mut round: impl FnMut() -> f64) {
    let times = (0..rounds).map(|_| round()).collect();
    println!("{name} {:.2}", median(times) * 1e9 / entities as f64);
}

fn passes(shape: &str, nodes: usize) {
    let mut scene = Scene::new(shape, nodes);
    let mut random = Random(7);
    let mut above = vec![false; nodes];
    for &parent in scene.parents.iter().filter(|&&parent| parent != NO_NODE) {
        above[parent] = true;
    }
    let leaves: Vec<usize> = (0..nodes).filter(|&i| !above[i]).collect();
    let roots: Vec<usize> = match shape {
        "wide" => (17..(17 + 256).min(nodes)).collect(),
        _ => (0..nodes).filter(|&i| scene.parents[i] == NO_NODE).collect(),
    };
    let name = |what: &str| format!("scene/propagate/{what}/{shape}/{nodes}");
    let timed = |scene: &mut Scene, edited: &[usize]| {
        for &node in edited {
            scene.edit(node);
        }
        let start = Started::now();
        scene.propagate();
        start.seconds()
    };
    let all: Vec<usize> = (0..nodes).collect();
    report(&name("all"), nodes, 9, || timed(&mut scene, &all));
    let mut some = |from: &[usize], wanted: usize| -> Vec<usize> {
        (0..wanted.max(1)).map(|_| from[random.below(from.len())]).collect()
    };
    let few = some(&leaves, nodes / 100);
    report(&name("leaves1"), few.len(), 9, || timed(&mut scene, &few));
    if shape != "flat" {
        let few = some(&roots, roots.len() / 100);
        report(&format!("{} (each edited root)", name("roots1")), few.len(), 9, || {
            timed(&mut scene, &few)
        });
    }
    report(&format!("{} (the whole pass)", name("none")), 1, 9, || timed(&mut scene, &[]));
    assert!(scene.right(), "{shape}/{nodes}: differs from a walk upwards");
}

fn structure(nodes: usize) {
    for shape in ["flat", "wide", "game", "chain"] {
        let parents = parents_of(shape, nodes);
        report(&format!("ecs/build/single_fresh/{shape}/{nodes}"), nodes, 5, || {
            let mut world = World::new();
            let start = Started::now();
            black_box(build(&mut world, &parents));
            start.seconds()
        });
    }
    let mut scene = Scene::new("flat", nodes);
    let mut random = Random(3);
    report(&format!("ecs/mark/random1/{nodes}"), nodes / 100, 9, || {
        let list: Vec<Entity> =
            (0..nodes / 100).map(|_| scene.entities[random.below(nodes)]).collect();
        let start = Started::now();
        for &entity in &list {
            scene.world.get_mut::<Transform>(entity).unwrap().translation.x = 1.0;
        }
        start.seconds()
    });
}

fn children(count: usize) {
    let mut world = World::new();
    let parent = world.spawn(Transform::IDENTITY).id();
    let start = Started::now();
    let made: Vec<Entity> =
        (0..count).map(|_| world.spawn((Transform::IDENTITY, ChildOf(parent))).id()).collect();
    let time = start.seconds();
    println!("ecs/spawn_children/{count} {:.2}", time * 1e9 / count as f64);
    // A few only: each looks through the list.
    let mut random = Random(5);
    report(&format!("ecs/despawn_one_child/{count}"), 1, 9, || {
        let child = loop {
            let child = made[random.below(count)];
            if world.get_entity(child).is_ok() {
                break child;
            }
        };
        let start = Started::now();
        world.despawn(child);
        start.seconds()
    });
    assert!(world.get::<Children>(parent).unwrap().len() == count - 9);
}

fn main() {
    let largest: usize =
        std::env::args().nth(1).map_or(1_000_000, |text| text.parse().expect("a count of nodes"));
    for nodes in [10_000, 100_000, 1_000_000].into_iter().filter(|&nodes| nodes <= largest) {
        for shape in ["flat", "wide", "game", "chain"] {
            passes(shape, nodes);
        }
        structure(nodes);
    }
    for count in [10_000, 320_000].into_iter().filter(|&count| count <= largest) {
        children(count);
    }
}
