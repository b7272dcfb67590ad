// SPDX-License-Identifier: MIT
// Prints what three.js's loader makes of each file given, one JSON object a line.
// DIORAMA_READERS is the folder that holds node_modules. Images are not decoded: there is no browser.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const modules = path.join(path.resolve(process.env.DIORAMA_READERS), "node_modules");
const load = (name) => import(pathToFileURL(path.join(modules, name)).href);

class FakeImage {
  width = 1;
  height = 1;
  addEventListener(kind, done) {
    if (kind === "load") this.done = done;
  }
  removeEventListener() {}
  set src(_) {
    setTimeout(() => (this.done ?? this.onload)?.call(this), 0);
  }
}
globalThis.self = globalThis;
globalThis.Image = FakeImage;
globalThis.document = { createElementNS: () => new FakeImage() };
console.warn = () => {};

const { TextureLoader } = await load("three/build/three.module.js");
const { GLTFLoader } = await load("three/examples/jsm/loaders/GLTFLoader.js");

/// Primitives of what the loader made of one mesh.
function primitives(object) {
  return object.isGroup ? object.children : [object];
}

for (const file of process.argv.slice(2)) {
  const bytes = fs.readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const loader = new GLTFLoader().setKTX2Loader(new TextureLoader());
  const gltf = await loader.parseAsync(buffer, "");
  const all = (kind) => gltf.parser.getDependencies(kind);
  const [nodes, meshes, skins] = [await all("node"), await all("mesh"), await all("skin")];
  let vertices = 0;
  for (const mesh of meshes)
    for (const each of primitives(mesh)) vertices += each.geometry.attributes.position?.count ?? 0;
  console.log(
    JSON.stringify({
      file,
      nodes: nodes.length,
      meshes: meshes.length,
      vertices,
      skins: skins.map((each) => each.bones.length),
      animations: gltf.animations.length,
    }),
  );
}
process.exit(0);
